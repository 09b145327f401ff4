import '@mantine/core/styles/ActionIcon.css';
import { ActionIcon, Menu } from '@mantine/core';
import { Icon } from '../icon.tsx';
import type { ChartLabels } from './model/chart-labels.ts';

interface ChartMenuProps {
  readonly title: string;
  readonly labels: ChartLabels;
  readonly isTable: boolean;
  readonly onTableChange: (isTable: boolean) => void;
  readonly onCsv: () => void;
  /** Absent where there is no picture, as in the table view. */
  readonly onPng: (() => void) | undefined;
  readonly onZoomOut: (() => void) | undefined;
}

export function ChartMenu({
  title,
  labels,
  isTable,
  onTableChange,
  onCsv,
  onPng,
  onZoomOut,
}: ChartMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`${title} ${labels.menu}`}>
          <Icon name="mdi-dots-horizontal" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name={isTable ? 'mdi-chart-line' : 'mdi-table'} />}
          onClick={() => onTableChange(!isTable)}
        >
          {isTable ? labels.showChart : labels.showTable}
        </Menu.Item>
        {onZoomOut && (
          <Menu.Item leftSection={<Icon name="mdi-magnify-minus-outline" />} onClick={onZoomOut}>
            {labels.zoomOut}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="mdi-file-delimited-outline" />} onClick={onCsv}>
          {labels.exportCsv}
        </Menu.Item>
        {onPng && (
          <Menu.Item leftSection={<Icon name="mdi-image-outline" />} onClick={onPng}>
            {labels.exportPng}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
