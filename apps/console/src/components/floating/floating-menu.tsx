import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AnchorTarget, useOpenAfterMount } from './anchor-target.tsx';
import type { MenuEntry, MenuPlace } from './menu-button.tsx';
import type { Floating } from './use-opener.ts';

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
