import { Icon, type IconName } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AnchorTarget, useOpenAfterMount } from './anchor-target.tsx';
import type { Floating } from './use-opener.ts';

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

interface FloatingMenuProps extends Floating, MenuPlace {
  readonly entries: readonly MenuEntry[];
}

export function FloatingMenu({ id, anchor, isOpen, onChange, position, width, entries }: FloatingMenuProps) {
  const opened = useOpenAfterMount(isOpen);
  return (
    <Menu id={id} opened={opened} onChange={onChange} position={position} {...(width && { width })}>
      <Menu.Target>
        <AnchorTarget anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'label':
      return <Menu.Label>{entry.label}</Menu.Label>;
    case 'divider':
      return <Menu.Divider />;
    case 'link':
      return (
        <Menu.Item component={Link} to={entry.path} leftSection={<Icon name={entry.icon} />}>
          {entry.label}
        </Menu.Item>
      );
    case 'action':
      return (
        <Menu.Item leftSection={<Icon name={entry.icon} />} onClick={entry.onChoose}>
          {entry.label}
        </Menu.Item>
      );
    case 'choice':
      return (
        <Menu.RadioItem
          lang={entry.lang}
          value={entry.id}
          checked={entry.isChosen}
          checkIcon={<Icon name="mdi-check" />}
          closeMenuOnClick
          onChange={entry.onChoose}
        >
          {entry.label}
        </Menu.RadioItem>
      );
  }
}
