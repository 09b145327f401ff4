import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { logWarning } from '#core/browser/log.ts';
import { useT } from '#core/i18n/i18n.ts';
import { reloadForChunk } from '#core/navigation/chunk-reload.ts';
import { reloadPage } from '#core/navigation/navigation.ts';
import { HeaderControl } from '../header-control.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';
import { catchKeys } from './early-keys.ts';

const loadPalette = () => import('./command-palette.tsx');

const CommandPalette = lazy(async (): Promise<{ default: ComponentType<CommandPaletteProps> }> => {
  try {
    return { default: (await loadPalette()).CommandPalette };
  } catch (error) {
    logWarning('the command palette could not be loaded', error);
    reloadForChunk(window.location.href, Date.now(), reloadPage);
    return { default: NoPalette };
  }
});

function NoPalette({ onClose }: CommandPaletteProps) {
  useEffect(onClose, [onClose]);
  return null;
}

/** Preloads the palette when the pointer enters its button or the first key of its shortcut is pressed. */
function fetchPalette(): void {
  void loadPalette().catch(() => undefined);
}

export function PaletteButton() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const early = useRef<ReturnType<typeof catchKeys> | null>(null);
  const takeTyped = useCallback(() => early.current?.take() ?? '', []);

  // A layout effect: the next key may come before the palette is loaded.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const keys = catchKeys(close);
    early.current = keys;
    return keys.stop;
  }, [isOpen, close]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Control' || event.key === 'Meta') fetchPalette();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setIsOpen((wasOpen) => !wasOpen);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <HeaderControl
        icon="mdi-magnify"
        text={t('header.search')}
        hidesText
        shortcut="Ctrl K"
        title={t('header.palette')}
        aria-keyshortcuts="Control+K"
        onPointerEnter={fetchPalette}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={close} takeTyped={takeTyped} />
        </Suspense>
      )}
    </>
  );
}
