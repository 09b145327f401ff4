import { formatInstant } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { instantOfLocal, localTimeText } from '#components/range/local-time.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { between, type RangeChoice, resolveRange, sameChoice, spans } from './range-choice.ts';
import classes from './range-picker.module.css';
import './range-messages.ts';

interface RangePickerProps {
  readonly choice: RangeChoice;
  readonly onChoose: (choice: RangeChoice) => void;
  /** The end of the spans: now, or when the object was last seen. */
  readonly endMs?: number | undefined;
}

export function RangePicker({ choice, onChoose, endMs }: RangePickerProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);

  function choose(next: RangeChoice): void {
    setOpen(false);
    onChoose(next);
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <TextButton
          icon="mdi-calendar-clock-outline"
          rightSection={<Icon name="mdi-chevron-down" />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {rangeText(choice, t)}
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} aria-label={t('range.label')}>
        <div className={classes.spans}>
          {spans.map((span) => {
            const isChosen = sameChoice(choice, { kind: 'last', span });
            return (
              <button
                key={span}
                type="button"
                className={classes.span}
                aria-pressed={isChosen}
                onClick={() => choose({ kind: 'last', span })}
              >
                {t(`range.last${span}`)}
                {isChosen && <Icon name="mdi-check" />}
              </button>
            );
          })}
        </div>
        <CustomRange choice={choice} endMs={endMs} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function CustomRange({ choice, endMs, onChoose }: RangePickerProps) {
  const t = useT();
  const [ends, setEnds] = useState(() => {
    const { fromMs, toMs } = resolveRange(choice, endMs ?? Date.now());
    return { from: localTimeText(fromMs), to: localTimeText(toMs) };
  });
  const [isWrong, setWrong] = useState(false);

  function apply(event: FormEvent): void {
    event.preventDefault();
    const fromMs = Date.parse(instantOfLocal(ends.from) ?? '');
    const toMs = Date.parse(instantOfLocal(ends.to) ?? '');
    // False if an end is missing.
    const isRight = fromMs < toMs;
    setWrong(!isRight);
    if (isRight) onChoose(between(fromMs, toMs));
  }

  return (
    <form className={classes.custom} onSubmit={apply} noValidate>
      <p className={classes.title}>{t('range.custom')}</p>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="datetime-local"
          step={1}
          label={t(`range.${end}`)}
          value={ends[end]}
          error={end === 'to' && isWrong ? t('range.wrong') : undefined}
          onChange={({ currentTarget }) => setEnds({ ...ends, [end]: currentTarget.value })}
        />
      ))}
      <TextButton variant="filled" type="submit">
        {t('range.apply')}
      </TextButton>
    </form>
  );
}

export function rangeText(choice: RangeChoice, t: Translate): string {
  if (choice.kind === 'last') return t(`range.last${choice.span}`);
  const [from, to] = [formatInstant(choice.fromMs), formatInstant(choice.toMs)];
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from.slice(5)} ~ ${isOneDay ? to.slice(11) : to.slice(5)}`;
}
