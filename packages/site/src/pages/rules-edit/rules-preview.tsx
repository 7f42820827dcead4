import type { Rules } from '@muster/league';
import { useEffect, useState } from 'react';
import { IntlProvider, useTimeZone, useTranslations } from 'use-intl';
import { loosen, useIntlState } from '../../intl/intl-root.tsx';
import { loadMessages } from '../../intl/load-messages.ts';
import { getLocale, type LocaleCode, locales } from '../../intl/locales.ts';
import type { Messages } from '../../intl/messages.ts';
import { RuleTable } from '../ladder/rule-table.tsx';
import { listRuleSections } from '../ladder/rule-value.ts';

interface RulesPreviewProps {
  rules: Rules;
  format: string;
}

/** The rules page as the draft makes it, in any of the languages, before anything is saved. */
export function RulesPreview({ rules, format }: RulesPreviewProps) {
  const t = useTranslations('rules-edit');
  const own = useIntlState().locale;
  const [locale, setLocale] = useState<LocaleCode>(own);
  const messages = useMessagesOf(locale);
  const zone = useTimeZone() ?? 'UTC';
  const { tag } = getLocale(locale);
  return (
    <>
      <fieldset className="rules-languages" aria-label={t('languages')}>
        {locales.map(({ code, name, tag: lang }) => (
          <button
            key={code}
            type="button"
            lang={lang}
            aria-pressed={code === locale}
            onClick={() => setLocale(code)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {messages === null ? (
        <p className="soft">{t('loading')}</p>
      ) : (
        <div lang={tag} className="rules-preview">
          <IntlProvider locale={tag} messages={messages} timeZone={zone}>
            <PreviewSections rules={rules} format={format} />
          </IntlProvider>
        </div>
      )}
    </>
  );
}

/** The texts of a language, once they are here. */
function useMessagesOf(locale: LocaleCode): Messages | null {
  const [loaded, setLoaded] = useState<{ locale: LocaleCode; messages: Messages } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadMessages(locale, ['rules', 'rule-names']).then((messages) => {
      if (isCurrent) {
        setLoaded({ locale, messages });
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return loaded?.locale === locale ? loaded.messages : null;
}

function PreviewSections({ rules, format }: RulesPreviewProps) {
  const t = loosen(useTranslations('rule-names'));
  return listRuleSections(format).map(({ section, fields }) => (
    <section key={section}>
      <h3>{t(`sections.${section}`)}</h3>
      <RuleTable rules={rules} fields={fields} isPreview />
    </section>
  ));
}
