import type { IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import { type OpenerProps, useOpener } from './use-opener.ts';

export type MenuEntry = { readonly id: string } & (
  | { readonly kind: 'label'; readonly label: ReactNode }
  | { readonly kind: 'divider' }
  | { readonly kind: 'link'; readonly label: string; readonly path: string; readonly icon: IconName }
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon: IconName;
      readonly onChoose: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly lang?: string | undefined;
      readonly isChosen: boolean;
      readonly onChoose: () => void;
    }
);

export interface MenuPlace {
  readonly position: 'bottom-start' | 'bottom-end';
  readonly width?: number | undefined;
}

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
