import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useOpener } from '#components/floating/use-opener.ts';
import { useT } from '#core/i18n/i18n.ts';
import { HeaderControl } from '../header-control.tsx';
import { catchKeys } from './early-keys.ts';

const loadPalette = () => import('./command-palette.tsx');

/** The palette loads when the pointer enters its button, or when the first key of its shortcut is pressed. */
export function PaletteButton() {
  const t = useT();
  const { button, isOpen, opened, close } = useOpener('dialog', loadPalette);
  const early = useRef<ReturnType<typeof catchKeys> | null>(null);
  const onEscape = useEffectEvent(close);

  // A layout effect: the next key may come before the palette is loaded.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const keys = catchKeys(() => onEscape());
    early.current = keys;
    return keys.stop;
  }, [isOpen]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') button.onPointerEnter();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    button.onClick();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <HeaderControl
        {...button}
        aria-controls={undefined}
        icon="mdi-magnify"
        text={t('header.search')}
        hidesText
        shortcut="Ctrl K"
        title={t('header.palette')}
        aria-keyshortcuts="Control+K"
      />
      {isOpen && opened && (
        <opened.parts.CommandPalette onClose={close} takeTyped={() => early.current?.take() ?? ''} />
      )}
    </>
  );
}
