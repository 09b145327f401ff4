import { TextButton } from '@gwanje/ui/buttons';
import { MenuButton } from '#components/floating/menu-button.tsx';
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
    <MenuButton
      position="bottom-end"
      entries={choices.map(([choice, key]) => ({
        kind: 'choice',
        id: key,
        label: t(key),
        isChosen: choice === comparison,
        onChoose: () => onChoose(choice),
      }))}
    >
      {(opener) => (
        <TextButton icon="mdi-compare" {...opener}>
          {t(currentKey)}
        </TextButton>
      )}
    </MenuButton>
  );
}
