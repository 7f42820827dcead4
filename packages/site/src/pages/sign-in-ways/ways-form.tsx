import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ProviderButtons } from '../login/provider-buttons.tsx';
import type { SignInWaysData } from './data.ts';
import { WayForm } from './way-form.tsx';
import './sign-in-ways.css';

/** Each provider with what is set of it, and the address that it must know. */
export function WaysForm({ data }: { data: SignInWaysData }) {
  const t = useTranslations('setup.ways');
  if (data.is_hosted) {
    return <p>{t('hosted')}</p>;
  }
  return (
    <div className="ways">
      {!data.may_change && <SignInAgain data={data} />}
      <LeagueAddress data={data} />
      <RedirectAddress address={data.redirect_address} />
      <p className="soft">
        {data.has_email ? t('mail') : t.rich('no_mail', { variable: () => <code>SMTP_URL</code> })}
      </p>
      {data.ways.map((way) => (
        <WayForm key={way.provider} way={way} />
      ))}
    </div>
  );
}

/** Who signed in long ago may have left the browser to somebody else. */
function SignInAgain({ data: { providers, has_email } }: { data: SignInWaysData }) {
  const t = useTranslations('setup.ways');
  return (
    <section className="ways-note">
      <p>{t('again')}</p>
      <ProviderButtons providers={providers} />
      {has_email && <p className="soft">{t('again_by_mail')}</p>}
    </section>
  );
}

/** Goes on from the set-up session: who signs in now is the admin. */
export function FirstSignIn({ data: { providers, has_email } }: { data: SignInWaysData }) {
  const t = useTranslations('setup');
  return (
    <section className="ways-note">
      <p>{t('sign_in_first')}</p>
      <ProviderButtons providers={providers} />
      {has_email && (
        <p>
          <Button onClick={() => void startSignIn()}>{t('sign_in')}</Button>
        </p>
      )}
    </section>
  );
}

/** The address that the league is set to, beside the one that came in. */
function LeagueAddress({ data: { site_url, came_to } }: { data: SignInWaysData }) {
  const t = useTranslations('setup.ways');
  const words = {
    address: () => <code>{site_url}</code>,
    host: () => <code>{came_to}</code>,
    variable: () => <code>SITE_URL</code>,
  };
  return (
    <>
      <p className="soft">{t.rich(site_url === null ? 'address_unset' : 'address', words)}</p>
      {site_url !== null && new URL(site_url).host !== came_to && (
        <p className="ways-note">{t.rich('address_differs', words)}</p>
      )}
    </>
  );
}

function RedirectAddress({ address }: { address: string }) {
  const t = useTranslations('setup.ways');
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setIsCopied(true);
    } catch {
      // Without the right to the clipboard the address stands here, to be copied by hand.
      setIsCopied(false);
    }
  }
  return (
    <div>
      <p>{t('redirect')}</p>
      <p className="ways-redirect">
        <code>{address}</code>
        <Button onClick={() => void copy()}>{isCopied ? t('copied') : t('copy')}</Button>
      </p>
    </div>
  );
}
