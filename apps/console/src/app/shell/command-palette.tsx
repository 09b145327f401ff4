import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Icon } from '@gwanje/ui/icon';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useClusters } from '#shared/groups/cluster-list.ts';
import { useT } from '#shared/i18n/i18n.ts';
import { useMenuEntries } from '#shared/menu.ts';
import classes from './command-palette.module.css';
import { findEntries, type PaletteEntry, type PaletteSection } from './palette-entries.ts';

const SECTION_KEYS = {
  pages: 'header.palettePages',
  settings: 'header.paletteSettings',
  clusters: 'header.paletteClusters',
} as const satisfies Record<PaletteSection, string>;

interface CommandPaletteProps {
  readonly onClose: () => void;
}

/** Pages, settings and clusters by name, without leaving the keyboard. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const t = useT();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const listRef = useRef<HTMLDivElement>(null);
  const clusters = useClusters((state) => state.clusterList);

  const menu = useMenuEntries();
  const { entries, moreClusterCnt } = useMemo(
    () => findEntries(text, menu, clusters, t),
    [text, menu, clusters, t],
  );
  const active = Math.min(index, entries.length - 1);

  useEffect(() => {
    listRef.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function open(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    void navigate({ to: entry.path, search: entry.search });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const step = steps[event.key];
    if (step !== undefined) setIndex((step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') open(entries[active]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root opened onClose={onClose} size={640} yOffset={88} zIndex={1000} lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('header.palette')}>
        <div className={classes.inputRow}>
          <Icon name="mdi-magnify" size={20} />
          <input
            data-autofocus
            className={classes.input}
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={listId}
            aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            aria-label={t('header.palette')}
            placeholder={t('header.paletteSearch')}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIndex(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {entries.length === 0 ? (
          <p className={classes.note} role="status">
            {t('header.paletteNone', { text })}
          </p>
        ) : (
          <div
            className={classes.list}
            id={listId}
            role="listbox"
            aria-label={t('header.palette')}
            ref={listRef}
          >
            {entries.map((entry, at) => (
              <Fragment key={entry.key}>
                {entries[at - 1]?.section !== entry.section && (
                  <div className={classes.section} role="presentation">
                    {t(SECTION_KEYS[entry.section])}
                  </div>
                )}
                <div
                  id={`${listId}-${at}`}
                  data-index={at}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className={classes.entry}
                  onMouseMove={() => setIndex(at)}
                  onClick={() => open(entry)}
                  onKeyDown={onKeyDown}
                >
                  <Icon name={entry.icon} size={18} className={classes.icon} />
                  <span className={classes.title}>{entry.title}</span>
                  {at === active && <Icon name="mdi-keyboard-return" className={classes.icon} />}
                </div>
              </Fragment>
            ))}
          </div>
        )}
        {moreClusterCnt > 0 && (
          <div className={classes.foot}>{t('header.paletteMore', { count: moreClusterCnt })}</div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
