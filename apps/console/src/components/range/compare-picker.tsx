import { Icon } from '@gwanje/ui/icon';
import { Button, Menu } from '@mantine/core';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import type { Comparison } from './compare-choice.ts';
import './range-messages.ts';

const choices: readonly (readonly [Comparison | null, PlainKey])[] = [
  [null, 'range.compareNone'],
  ['day', 'range.compareDay'],
  ['week', 'range.compareWeek'],
];

interface ComparePickerProps {
  readonly comparison: Comparison | null;
  readonly onChoose: (comparison: Comparison | null) => void;
}

export function ComparePicker({ comparison, onChoose }: ComparePickerProps) {
  const t = useT();
  const [, currentKey = 'range.compare'] =
    (comparison && choices.find(([choice]) => choice === comparison)) ?? [];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="mdi-compare" />}>
          {t(currentKey)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(([choice, key]) => (
          <Menu.RadioItem
            key={key}
            value={key}
            checked={choice === comparison}
            checkIcon={<Icon name="mdi-check" />}
            closeMenuOnClick
            onChange={() => onChoose(choice)}
          >
            {t(key)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
