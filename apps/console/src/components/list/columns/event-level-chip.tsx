import type { EventLevel } from '@gwanje/contract/objects/object-states';
import { Icon } from '@gwanje/ui/icon';
import { StateCell } from '@gwanje/ui/list/cells';
import { eventLevelAppearance } from '#components/list/columns/state-appearance.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './event-level-chip.module.css';

/** The level of an event. The chip of a critical event is grey by specification, so a red mark is beside it. */
export function EventLevelChip({ level }: { readonly level: EventLevel }) {
  const texts = useTexts();
  return (
    <>
      <StateCell {...eventLevelAppearance(level, texts)} />
      {level === 'critical' && <Icon name="mdi-alert-octagon" size={17} className={classes.mark} />}
    </>
  );
}
