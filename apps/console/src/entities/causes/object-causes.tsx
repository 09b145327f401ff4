import type { CauseKind } from '@gwanje/kinds/calls/causes';
import { Panel } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loaded } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { CauseList } from './cause-list.tsx';
import { objectCausesQuery } from './cause-queries.ts';
import './cause-messages.ts';

interface ObjectCausesPanelProps {
  readonly kind: CauseKind;
  readonly id: number;
  /** The chosen range of the page, and the instants that it means now. */
  readonly choice: unknown;
  readonly range: () => { readonly fromMs: number; readonly toMs: number };
}

/** What changed around an object in the range of its page. */
export function ObjectCausesPanel(props: ObjectCausesPanelProps) {
  const t = useT();
  const query = useQuery({ ...objectCausesQuery(props), placeholderData: keepPreviousData });
  return (
    <Panel title={t('causeView.title')} note={t('causeView.inRange')}>
      <Loaded query={query} failedTitle={t('causeView.loadFailed')} lines={4}>
        {(causes) => <CauseList causes={causes} isOfAlarm={false} />}
      </Loaded>
    </Panel>
  );
}
