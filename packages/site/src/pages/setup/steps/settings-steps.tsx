import type { SettingsData } from '../../settings/data.ts';
import { LogoForm } from '../../settings/logo-form.tsx';
import { SettingsForm } from '../../settings/settings-form.tsx';

interface StepProps {
  data: SettingsData | null;
}

export function NameStep({ data }: StepProps) {
  return data === null ? null : <SettingsForm data={data} part="name" />;
}

export function LogoStep({ data }: StepProps) {
  return data === null ? null : <LogoForm data={data} />;
}

export function LookStep({ data }: StepProps) {
  return data === null ? null : <SettingsForm data={data} part="look" />;
}

export function LanguagesStep({ data }: StepProps) {
  return data === null ? null : <SettingsForm data={data} part="languages" />;
}

export function AddressesStep({ data }: StepProps) {
  return data === null ? null : <SettingsForm data={data} part="addresses" />;
}
