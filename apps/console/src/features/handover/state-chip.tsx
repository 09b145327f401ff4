import type { HandoverHead, handoverStates } from '@gwanje/contract/duty/handovers';
import type { ChipColour } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { useT } from '#core/i18n/i18n.ts';

const colours: Readonly<Record<(typeof handoverStates)[number], ChipColour | 'normal'>> = {
  draft: 'grey',
  finished: 'orange',
  takenOver: 'normal',
  notWritten: 'red',
};

export function StateChip({ handover }: { readonly handover: Pick<HandoverHead, 'state'> }) {
  const t = useT();
  return <Chip colour={colours[handover.state]} label={t(`handover.state.${handover.state}`)} />;
}
