import type { ReactNode } from 'react';
import type { MenuEntry, MenuPlace } from './floating-menu.tsx';
import { type OpenerProps, useOpener } from './use-opener.ts';

interface MenuButtonProps extends MenuPlace {
  readonly entries: readonly MenuEntry[];
  readonly children: (opener: OpenerProps) => ReactNode;
}

const loadMenu = () => import('./floating-menu.tsx');

export function MenuButton({ entries, position, width, children }: MenuButtonProps) {
  const { button, opened } = useOpener('menu', loadMenu);
  return (
    <>
      {children(button)}
      {opened && (
        <opened.parts.FloatingMenu {...opened.floating} position={position} width={width} entries={entries} />
      )}
    </>
  );
}
