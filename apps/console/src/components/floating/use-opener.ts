import { useId, useState } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { reloadForChunk } from '#core/navigation/chunk-reload.ts';
import { reloadPage } from '#core/navigation/navigation.ts';

/** The props of the opening button. */
export type OpenerProps = ReturnType<typeof useOpener>['button'];

/** The props of the menu or panel. */
export interface Floating {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

/**
 * A button whose menu or panel is not part of the first load: its modules load when the user points at the
 * button or focuses it. A click before that opens the menu or panel after the load.
 */
export function useOpener<Parts extends object>(popup: 'menu' | 'dialog', load: () => Promise<Parts>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [parts, setParts] = useState<Parts | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function fetchParts(): Promise<void> {
    if (parts === null) setParts(await load());
  }

  async function open(): Promise<void> {
    setIsOpen(true);
    try {
      await fetchParts();
    } catch (error) {
      logWarning('a menu could not be loaded', error);
      setIsOpen(false);
      // The network failed, or the console was updated while this window was open.
      if (navigator.onLine && reloadForChunk(window.location.href, Date.now(), reloadPage)) return;
      await showAlert({ text: t('errors.transport.network') });
    }
  }

  // A failed preload is reported only when the user opens the menu.
  const prepare = () => void fetchParts().catch(() => undefined);
  const isShown = isOpen && parts !== null;
  return {
    button: {
      ref: setAnchor,
      id,
      'aria-haspopup': popup,
      'aria-expanded': isShown,
      'aria-controls': isShown ? `${id}-dropdown` : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => (isOpen ? setIsOpen(false) : void open()),
    },
    /** True from the click on, also while the modules load. */
    isOpen,
    /** Null until its modules are loaded. */
    opened: parts && anchor && { parts, floating: { id, anchor, isOpen, onChange: setIsOpen } },
    close: () => setIsOpen(false),
  };
}
