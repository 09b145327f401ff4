import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { logLevels } from '../lines/line-level.ts';
import { type LogChoice, sinceChoices, tailChoices } from '../log-choice.ts';
import { ALL_CONTAINERS, containerNames, defaultContainer, type LogTarget } from '../log-targets.ts';
import classes from './log-view.module.css';
import { ToggleButton } from './toggle-button.tsx';

interface LogToolbarProps {
  readonly choice: LogChoice;
  readonly targets: readonly LogTarget[];
  readonly isOneContainer: boolean;
  readonly onChoose: (patch: Partial<LogChoice>) => void;
  readonly actions: ReactNode;
  /** The search. */
  readonly children: ReactNode;
}

/** Which part of which log is read, and how it looks. */
export function LogToolbar(props: LogToolbarProps) {
  const { choice, targets, isOneContainer, onChoose, actions, children } = props;
  const t = useT();
  return (
    <header className={classes.toolbar}>
      <div className={classes.controls}>
        {!isOneContainer && <ContainerSelect choice={choice} targets={targets} onChoose={onChoose} />}
        <ToggleButton
          icon="mdi-history"
          label={t('logs.previous')}
          title={t('logs.previousTitle')}
          isOn={choice.isPrevious}
          onToggle={(isPrevious) => onChoose({ isPrevious })}
        />
        {choice.aroundMs === null ? (
          <WindowChoice choice={choice} onChoose={onChoose} />
        ) : (
          <button
            type="button"
            className={classes.around}
            title={t('logs.aroundEnd')}
            onClick={() => onChoose({ aroundMs: null })}
          >
            <Icon name="mdi-clock-outline" size={15} />
            {t('logs.around', { at: formatInstant(choice.aroundMs) })}
            <Icon name="mdi-close" size={14} />
          </button>
        )}
        <fieldset className={classes.group} aria-label={t('logs.levels')}>
          {logLevels.map((level) => (
            <ToggleButton
              key={level}
              label={t(`logs.level.${level}`)}
              isOn={choice.levels.includes(level)}
              onToggle={(isOn) =>
                onChoose({
                  levels: logLevels.filter((one) => (one === level ? isOn : choice.levels.includes(one))),
                })
              }
            />
          ))}
        </fieldset>
        <ToggleButton
          icon="mdi-wrap"
          label={t('logs.wrap')}
          isOn={choice.isWrapped}
          onToggle={(isWrapped) => onChoose({ isWrapped })}
        />
        <ToggleButton
          icon="mdi-clock-outline"
          label={t('logs.times')}
          isOn={choice.showsTimes}
          onToggle={(showsTimes) => onChoose({ showsTimes })}
        />
        <span className={classes.actions}>{actions}</span>
      </div>
      {children}
    </header>
  );
}

function ContainerSelect({
  choice,
  targets,
  onChoose,
}: Pick<LogToolbarProps, 'choice' | 'targets' | 'onChoose'>) {
  const t = useT();
  const names = containerNames(targets);
  const usual = defaultContainer(targets, choice.isPrevious);
  const named = names.map(({ containerName, type }) => ({
    value: containerName,
    label: type === 'regular' ? containerName : `${containerName} (${t(`logs.type.${type}`)})`,
  }));
  return (
    <NativeSelect
      size="xs"
      aria-label={t('logs.container')}
      value={choice.containerName ?? usual ?? ''}
      data={[
        ...named,
        ...(names.length > 1 ? [{ value: ALL_CONTAINERS, label: t('logs.allContainers') }] : []),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChoose({ containerName: value === usual ? null : value, hidden: [] })
      }
    />
  );
}

function WindowChoice({ choice, onChoose }: Pick<LogToolbarProps, 'choice' | 'onChoose'>) {
  const t = useT();
  return (
    <>
      <Choices
        label={t('logs.since')}
        options={sinceChoices.map((value) => ({ value, label: t(`logs.sinceChoice.${value}`) }))}
        chosen={choice.since}
        onChoose={(since) => onChoose({ since })}
      />
      <NativeSelect
        size="xs"
        aria-label={t('logs.tail')}
        value={String(choice.tailLines)}
        data={tailChoices.map((cnt) => ({
          value: String(cnt),
          label: t('logs.tailChoice', { cnt: formatNumber(cnt) }),
        }))}
        onChange={({ currentTarget: { value } }) => onChoose({ tailLines: Number(value) })}
      />
    </>
  );
}
