import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';

const steps = ['challenge', 'agree', 'play', 'climb'] as const;

/** What a visitor must know of a ladder, on the line that every match walks. */
export function HowItGoes() {
  const t = useTranslations('home.how');
  return (
    <section className="how">
      <SectionHead title={t('title')} id="how" />
      <ol className="how-steps">
        {steps.map((step) => (
          <li key={step}>
            <h3 className="display">{t(`${step}.name`)}</h3>
            <p className="soft">{t(`${step}.words`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
