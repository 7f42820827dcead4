-- Mail on its way out. A row is written in the transaction that gives the reason for it, so that a mail
-- goes if and only if that commits; the job that sends it is enqueued with it.
create table private.mails (
  id uuid primary key,
  -- Why it is sent: `auth.recovery`, `notice.challenged`.
  kind text not null,
  recipient text not null check (recipient !~ '[[:cntrl:]]' and char_length(recipient) <= 320),
  locale text not null,
  -- All that could be used by somebody who reads it later is forgotten once the mail is on its way.
  subject text,
  text_body text,
  html_body text,
  unsubscribe_url text,
  -- `kept` is for the mailbox of a league without a mail server. `sending` is claimed before a word
  -- goes out; who finds it there cannot know whether the mail went, so it is `unsure` and not sent again.
  state text not null check (state in ('queued', 'sending', 'sent', 'refused', 'unsure', 'kept')),
  attempts integer not null default 0,
  -- What the mail server said last.
  answer text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state in ('queued', 'sending', 'kept')) = (text_body is not null))
);
create index mails_by_age on private.mails (created_at);

-- The processes that take jobs, each with its last sign of life: what a dead one had in hand is given to others.
create table private.job_workers (
  id text primary key,
  seen_at timestamptz not null default now()
);

alter table private.mails enable row level security;
alter table private.job_workers enable row level security;
revoke all on table private.mails, private.job_workers from public, anon, authenticated;
