import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { pageLink } from '#components/links/page-link.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { type Place, placeStyle, useFocusBack } from '../../floating/panel-at.tsx';
import classes from '../object-list.module.css';
import type { ListControls, useViewOption } from '../state/use-list-controls.ts';
import { type ExternalLink, externalAddress, externalLinksFrom, rangeAround } from './external-links.ts';
import { ExternalLinksDialog } from './external-links-dialog.tsx';
import { kubectlCommand } from './kubectl.ts';

interface RowMenuProps<Row> {
  readonly controls: ListControls<Row>;
  readonly row: Row;
  readonly place: Place;
  /** The view option with the user's external links. */
  readonly links: ReturnType<typeof useViewOption>;
  readonly serverMs: number;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
}

/** One menu for all rows, at a fixed position: rows may re-render, move or disappear while it is open. */
export function RowMenu<Row>(props: RowMenuProps<Row>) {
  const { controls, row, place, onOpen, onCopy, onClose } = props;
  const { declaration, choice } = controls;
  const t = useT();
  const [isEditingLinks, setEditingLinks] = useState(false);
  useFocusBack(place);
  const links = externalLinksFrom(props.links.value);
  const rowPlaces = declaration.placesOf?.(row);
  const places = { ...rowPlaces, ...rangeAround(rowPlaces?.to, choice.at, props.serverMs) };
  const log = declaration.logOf?.(row) ?? null;
  const target = declaration.kubectlOf?.(row) ?? null;
  const commands = target
    ? (['describe', 'logs'] as const).flatMap((verb) => {
        const command = kubectlCommand(target, verb);
        return command === null ? [] : [{ verb, command }];
      })
    : [];
  function saveLinks(next: readonly ExternalLink[]) {
    props.links.save({ links: next });
    onClose();
  }
  const addresses = links.flatMap((link) => {
    const href = externalAddress(link.template, places);
    return href === null ? [] : [{ ...link, href }];
  });

  if (isEditingLinks) return <ExternalLinksDialog links={links} onSave={saveLinks} onClose={onClose} />;
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
        {log !== null && (
          <Menu.Item component="a" leftSection={<Icon name="mdi-text-box-outline" />} {...pageLink(log)}>
            {t('objectList.row.log')}
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
        {(addresses.length > 0 || rowPlaces) && <Menu.Divider />}
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
        {rowPlaces && (
          <Menu.Item
            leftSection={<Icon name="mdi-link-plus" />}
            closeMenuOnClick={false}
            onClick={() => setEditingLinks(true)}
          >
            {t('objectList.links.edit')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
