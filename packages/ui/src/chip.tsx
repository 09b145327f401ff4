import type { ChipColour } from '@gwanje/domain/mappings/chip';
import type { MonResult } from '@gwanje/domain/mappings/mon-result';
import type { ReactNode } from 'react';
import classes from './chip.module.css';
import { Icon, type IconName } from './icon.tsx';

interface ChipProps {
  readonly colour: ChipColour | 'normal' | 'accent';
  readonly icon?: IconName | undefined;
  readonly hatched?: boolean;
  readonly children: ReactNode;
}

export function Chip({ colour, icon, hatched = false, children }: ChipProps) {
  return (
    <span className={`${classes.chip} ${classes[colour]} ${hatched ? classes.hatched : ''}`}>
      {icon && <Icon name={icon} size={13} />}
      <span className={classes.label}>{children}</span>
    </span>
  );
}

const STATES = {
  critical: { colour: 'red', icon: 'mdi-alert-circle' },
  warning: { colour: 'orange', icon: 'mdi-alert' },
  stale: { colour: 'grey', icon: 'mdi-timer-sand' },
  normal: { colour: 'normal', icon: 'mdi-check-circle' },
  unmonitored: { colour: 'grey', icon: 'mdi-eye-off-outline' },
} as const satisfies Record<MonResult, Pick<ChipProps, 'colour' | 'icon'>>;

interface StateChipProps {
  readonly state: MonResult;
  readonly label: string;
}

/** A state in colour and icon: never by colour alone. */
export function StateChip({ state, label }: StateChipProps) {
  return (
    <Chip {...STATES[state]} hatched={state === 'stale'}>
      {label}
    </Chip>
  );
}
