-- Captchas that have been answered, so that no answer is good twice. Kept until they would have run out.
create table private.auth_captcha_answers (
  challenge_hash text primary key,
  answered_at timestamptz not null
);
create index auth_captcha_answers_answered_at_idx on private.auth_captcha_answers (answered_at);
alter table private.auth_captcha_answers enable row level security;
revoke all on private.auth_captcha_answers from public, anon, authenticated, service_role;
