import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import type { MenuItem, MenuName } from '../../document-data.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import type { LocaleCode } from '../../intl/locales.ts';
import { pickText } from '../../intl/pick-text.ts';
import { Button } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { MenusData } from './data.ts';
import { LanguageField, MenuEntry } from './menu-entry.tsx';
import { OrderedList } from './ordered-list.tsx';
import './owner.css';
import { DeskLink } from './from-setup.tsx';
import { useForm } from './use-form.ts';
import { moveItem, useHistory } from './use-order.ts';

const menuNames: readonly MenuName[] = ['casual', 'competitions', 'servers'];
type Menus = MenusData['menus'];

/** The lists with what the address asks to have among them. */
const withAdded = ({ menus, adding }: MenusData): Menus =>
  adding === null ? menus : { ...menus, [adding.menu]: [...menus[adding.menu], adding.item] };

/** The lists of the bar: tried here, undone step by step, and kept all at once. */
export default function MenusPage({ data }: { data: MenusData }) {
  const t = useTranslations('owner');
  const lists = useHistory<Menus>(withAdded(data), data.menus);
  const titles = useTranslations('shell.nav');
  const { adding } = data;
  const { locale } = useIntlState();
  const [language, setLanguage] = useState<LocaleCode>(locale);
  const form = useForm([]);
  const reload = useReload();
  const isChanged = JSON.stringify(lists.now) !== JSON.stringify(data.menus);
  const unsaved = useUnsaved();
  useEffect(() => unsaved.set(isChanged), [unsaved, isChanged]);
  async function save() {
    const body = { ...lists.now, revision: data.revision };
    const saved = await form.send('/api/menus', body);
    if (saved !== null) {
      void showToast({ kind: 'success', text: t('menus.saved') });
      await reload();
    }
  }
  return (
    <>
      <PageTop title={t('titles.menus')} kicker={<DeskLink />}>
        <p className="owner-lead">{t('menus.lead')}</p>
      </PageTop>
      <div className="page owner">
        {adding !== null && (
          <p role="status">
            {t('menus.adding', {
              name: pickText(adding.item.label, language),
              menu: titles(adding.menu),
            })}
          </p>
        )}
        <LanguageField language={language} onChange={setLanguage} />
        {menuNames.map((name) => (
          <MenuPart
            key={name}
            name={name}
            items={lists.now[name]}
            hidden={data.hidden}
            language={language}
            most={data.most}
            onChange={(items) => lists.change({ ...lists.now, [name]: items })}
          />
        ))}
        <p className="owner-wrong" role="alert">
          {form.wrong}
        </p>
        <div className="owner-bar">
          <Button
            look="main"
            isBusy={form.isBusy}
            disabled={!isChanged}
            onClick={() => void save()}
          >
            {t('menus.save')}
          </Button>
          <Button disabled={!lists.canUndo} onClick={lists.undo}>
            {t('order.undo')}
          </Button>
          {isChanged && <span className="soft">{t('menus.unsaved')}</span>}
        </div>
      </div>
    </>
  );
}

interface MenuPartProps {
  name: MenuName;
  items: readonly MenuItem[];
  hidden: readonly string[];
  language: LocaleCode;
  most: number;
  onChange: (items: MenuItem[]) => void;
}

function MenuPart({ name, items, hidden, language, most, onChange }: MenuPartProps) {
  const t = useTranslations('owner.menus');
  const title = useTranslations('shell.nav')(name);
  const replace = (place: number, item: MenuItem) =>
    onChange(items.map((one, index) => (index === place ? item : one)));
  return (
    <section>
      <SectionHead title={title} id={name}>
        {t('count', { count: items.length })}
      </SectionHead>
      <OrderedList
        items={items}
        toKey={({ id }) => id}
        toName={({ label }) => pickText(label, language)}
        onMove={(from, to) => onChange(moveItem(items, from, to))}
      >
        {(item, place) => (
          <MenuEntry
            item={item}
            isHidden={hidden.includes(item.id)}
            language={language}
            onChange={(changed) => replace(place, changed)}
            onRemove={() => onChange(items.filter((_, index) => index !== place))}
          />
        )}
      </OrderedList>
      {items.length < most ? (
        <Button
          onClick={() => onChange([...items, { id: crypto.randomUUID(), label: '', path: '/' }])}
        >
          {t('add', { menu: title })}
        </Button>
      ) : (
        <p className="soft">{t('full', { most })}</p>
      )}
    </section>
  );
}
