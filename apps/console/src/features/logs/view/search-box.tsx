import { formatNumber } from '@gwanje/domain/formats/numbers';
import { IconButton } from '@gwanje/ui/buttons';
import { NativeSelect } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { contextChoices, type LogChoice } from '../log-choice.ts';
import classes from './log-view.module.css';
import { ToggleButton } from './toggle-button.tsx';
import type { ShownSearch } from './use-line-search.ts';

interface SearchBoxProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly choice: LogChoice;
  readonly search: ShownSearch;
  /** Among the matches; -1: none is chosen. */
  readonly matchAt: number;
  readonly matchCnt: number;
  readonly onChoose: (patch: Partial<LogChoice>) => void;
  readonly onStep: (step: 1 | -1) => void;
}

const TYPING_MS = 200;

/** Search and filter in the loaded lines. Enter goes to the next match, Shift and Enter to the one before. */
export function SearchBox(props: SearchBoxProps) {
  const { inputRef, choice, search, matchAt, matchCnt, onChoose, onStep } = props;
  const t = useT();
  const find = useTypedText(choice.find, (text) => onChoose({ find: text }));
  const exclude = useTypedText(choice.exclude, (text) => onChoose({ exclude: text }));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') find.set('');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  }

  const hasFind = choice.find !== '';
  const problem = search.isValid ? (search.isTooSlow ? t('logs.tooSlow') : null) : t('logs.badPattern');
  return (
    <search className={classes.search}>
      <BareInput
        ref={inputRef}
        className={classes.find}
        label={t('logs.find')}
        size="xs"
        value={find.text}
        error={problem !== null && find.text !== ''}
        onChange={find.set}
        onKeyDown={onKeyDown}
      />
      <ToggleButton
        text=".*"
        label={t('logs.isPattern')}
        isOn={choice.isPattern}
        onToggle={(isPattern) => onChoose({ isPattern })}
      />
      <ToggleButton
        text="Aa"
        label={t('logs.isCaseSensitive')}
        isOn={choice.isCaseSensitive}
        onToggle={(isCaseSensitive) => onChoose({ isCaseSensitive })}
      />
      {hasFind && (
        <>
          <IconButton icon="mdi-chevron-up" label={t('logs.previousMatch')} onClick={() => onStep(-1)} />
          <IconButton icon="mdi-chevron-down" label={t('logs.nextMatch')} onClick={() => onStep(1)} />
          <span className={classes.matchCnt} aria-live="polite">
            {matchCnt > 0 &&
              t('logs.matches', {
                at: matchAt < 0 ? '–' : formatNumber(matchAt + 1),
                cnt: formatNumber(matchCnt),
              })}
            {search.isRunning && ` ${t('logs.searching')}`}
            {matchCnt === 0 && !search.isRunning && t('logs.noMatch')}
          </span>
          <NativeSelect
            size="xs"
            aria-label={t('logs.only')}
            value={choice.contextLines === null ? '' : String(choice.contextLines)}
            data={[
              { value: '', label: t('logs.onlyChoice.all') },
              ...contextChoices.map((cnt) => ({
                value: String(cnt),
                label: cnt === 0 ? t('logs.onlyChoice.matches') : t('logs.onlyChoice.context', { cnt }),
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoose({ contextLines: value === '' ? null : Number(value) })
            }
          />
        </>
      )}
      <BareInput
        className={classes.exclude}
        label={t('logs.exclude')}
        size="xs"
        value={exclude.text}
        onChange={exclude.set}
      />
      {problem !== null && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </search>
  );
}

/** A text that goes into the address when the person stops typing, and follows the address otherwise. */
function useTypedText(saved: string, onSave: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useEffectEvent(onSave);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      save(typed);
      setTyped(null);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { text: typed ?? saved, set: setTyped };
}
