import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { useT } from '#core/i18n/i18n.ts';
import type { ListDeclaration } from '../define-list.ts';
import classes from '../object-list.module.css';
import { type Place, placeStyle, useFocusBack } from '../toolbar/panel-at.tsx';
import { type ExternalLink, externalAddress, type Places } from './external-links.ts';
import { kubectlCommand } from './kubectl.ts';

interface RowMenuProps<Row> {
  readonly declaration: ListDeclaration<Row>;
  readonly row: Row;
  readonly place: Place;
  readonly links: readonly ExternalLink[];
  readonly places: Places;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onCopy: (text: string) => void;
  readonly onEditLinks: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One menu for all rows, at a fixed position: rows may re-render, move or disappear while it is open. */
export function RowMenu<Row>(props: RowMenuProps<Row>) {
  const { declaration, row, place, links, places, onOpen, onCopy, onEditLinks, onClose } = props;
  const t = useT();
  useFocusBack(place);
  const target = declaration.kubectlOf?.(row) ?? null;
  const commands = target
    ? (['describe', 'logs'] as const).flatMap((verb) => {
        const command = kubectlCommand(target, verb);
        return command === null ? [] : [{ verb, command }];
      })
    : [];
  const addresses = links.flatMap((link) => {
    const href = externalAddress(link.template, places);
    return href === null ? [] : [{ ...link, href }];
  });

  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal hideDetached={false}>
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-hidden="true" style={placeStyle(place)} />
      </Menu.Target>
      <Menu.Dropdown aria-label={declaration.nameOf(row)}>
        {onOpen && (
          <Menu.Item leftSection={<Icon name="mdi-arrow-right" />} onClick={() => onOpen(row)}>
            {t('objectList.row.open')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="mdi-content-copy" />}
          onClick={() => onCopy(declaration.nameOf(row))}
        >
          {t('objectList.row.copyName')}
        </Menu.Item>
        {commands.map(({ verb, command }) => (
          <Menu.Item
            key={verb}
            leftSection={<Icon name="mdi-console" />}
            title={command}
            onClick={() => onCopy(command)}
          >
            {t(verb === 'describe' ? 'objectList.row.copyDescribe' : 'objectList.row.copyLogs')}
          </Menu.Item>
        ))}
        {(addresses.length > 0 || onEditLinks) && <Menu.Divider />}
        {addresses.map(({ label, href }, at) => (
          <Menu.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: links are identified only by their position
            key={at}
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<Icon name="mdi-open-in-new" />}
          >
            <bdi className={classes.menuText}>{label}</bdi>
          </Menu.Item>
        ))}
        {onEditLinks && (
          <Menu.Item leftSection={<Icon name="mdi-link-plus" />} onClick={onEditLinks}>
            {t('objectList.links.edit')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
