import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import './palette-messages.ts';
import { formatCount } from '@gwanje/domain/formats/numbers';
import { Icon } from '@gwanje/ui/icon';
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useMenuEntries } from '#app/menu.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useDialogLayers } from '#core/dialogs/use-dialog-layers.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { isReadOnlySession, useSession } from '#core/session/session-store.ts';
import classes from './command-palette.module.css';
import { findEntries, objectEntries, type PaletteEntry, recentEntries } from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { recentPlaces, rememberPlace } from './recent-places.ts';
import { type FoundObjects, useFoundObjects } from './use-found-objects.ts';

/** The maximum length of a Kubernetes name and of the search text. */
const MAX_TEXT = 253;

interface CommandPaletteProps {
  readonly onClose: () => void;
  /** Returns the text that was typed before the input existed. */
  readonly takeTyped: () => string;
}

/** Finds objects, clusters, pages and settings by name; usable by keyboard. */
export function CommandPalette({ onClose, takeTyped }: CommandPaletteProps) {
  const t = useT();
  const listId = useId();
  const layers = useDialogLayers();
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const clusters = useClusters((state) => state.clusterList);
  const userNo = useSession((state) => state.user?.userNo);
  const menu = useMenuEntries();
  const isBlank = text.trim() === '';
  const recent = useMemo(
    () => (userNo === undefined ? [] : recentEntries(recentPlaces(userNo), menu, clusters, t)),
    [userNo, menu, clusters, t],
  );
  const local = useMemo(() => findEntries(text, menu, clusters, t), [text, menu, clusters, t]);
  const objects = useFoundObjects(text);
  // Objects come last: they arrive later and must not move the other entries.
  const entries: readonly PaletteEntry[] = useMemo(
    () => [...(isBlank ? recent : []), ...local.entries, ...objectEntries(objects.list)],
    [isBlank, recent, local, objects.list],
  );
  const active = Math.max(
    0,
    entries.findIndex(({ key }) => key === activeKey),
  );

  function open(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    if (userNo !== undefined && !isReadOnlySession()) rememberPlace(userNo, entry.place);
    onClose();
    void navigateTo(entry.href);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The input method handles Enter and the arrows while it composes a syllable.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const last = entries.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step !== undefined) setActiveKey(entries[step]?.key ?? null);
    else if (event.key === 'Enter') open(entries[active]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={720}
      yOffset={88}
      zIndex={layers.dialog}
      lockScroll={false}
      // No transition: a fading overlay would repaint the window while the user types.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay zIndex={layers.overlay} />
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
            placeholder={t('palette.placeholder')}
            maxLength={MAX_TEXT}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActiveKey(null);
            }}
            onFocus={() => {
              const typed = takeTyped();
              if (typed !== '') setText(typed.slice(0, MAX_TEXT));
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <PaletteList
          id={listId}
          entries={entries}
          active={active}
          onPoint={(entry) => setActiveKey(entry.key)}
          onOpen={open}
          onKeyDown={onKeyDown}
        />
        <PaletteFoot
          text={text.trim()}
          isEmpty={entries.length === 0}
          moreClusterCnt={local.moreClusterCnt}
          objects={objects}
        />
      </Modal.Content>
    </Modal.Root>
  );
}

interface PaletteFootProps {
  readonly text: string;
  readonly isEmpty: boolean;
  readonly moreClusterCnt: number;
  readonly objects: FoundObjects;
}

/** Explains which results the list leaves out. */
function PaletteFoot({ text, isEmpty, moreClusterCnt, objects }: PaletteFootProps) {
  const t = useT();
  const { error, isSearching, totalCnt, list, retry } = objects;
  if (error) {
    const reason = error instanceof ApiFailure ? error.message : t('shell.pageFailedText');
    return (
      <div className={classes.foot} role="alert">
        <span>{t('palette.failed', { reason })}</span>
        <button type="button" className={classes.retry} onClick={retry}>
          {t('common.retry')}
        </button>
      </div>
    );
  }
  if (isEmpty && !isSearching) {
    return (
      <div className={classes.note} role="status">
        <p>
          <bdi>{t('palette.none', { text })}</bdi>
        </p>
        <p>{t('palette.noneText')}</p>
      </div>
    );
  }
  const isMore = totalCnt > list.length && list.length > 0;
  return (
    // Always rendered, so that the layout does not shift when a text appears.
    <div className={classes.foot} role="status">
      {isSearching ? (
        <span>{t('palette.looking')}</span>
      ) : (
        isMore && (
          <span>{t('palette.moreObjects', { total: formatCount(totalCnt), shown: list.length })}</span>
        )
      )}
      {moreClusterCnt > 0 && <span>{t('palette.moreClusters', { cnt: moreClusterCnt })}</span>}
    </div>
  );
}
