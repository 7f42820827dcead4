import { useViewer } from '../../../app/environment.tsx';
import { FirstSignIn, WaysForm } from '../../sign-in-ways/ways-form.tsx';
import type { SetupStepData } from '../data.ts';

/** The ways to sign in; in the set-up session signing in is what comes next. */
export function SignInStep({ data }: { data: SetupStepData['sign-in'] }) {
  const viewer = useViewer();
  if (data === null) {
    return null;
  }
  const canSignIn = data.providers.length > 0 || data.has_email;
  return (
    <>
      <WaysForm data={data} />
      {viewer === null && canSignIn && <FirstSignIn data={data} />}
    </>
  );
}
