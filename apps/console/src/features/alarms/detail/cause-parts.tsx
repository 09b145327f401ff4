import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#components/loading/load-failed.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { CauseList } from '#entities/causes/cause-list.tsx';
import { alarmCausesQuery } from '#entities/causes/cause-queries.ts';
import { RecallList } from '#entities/causes/recall-list.tsx';
import { Section } from './evidence-part.tsx';
import '#entities/causes/cause-messages.ts';

/** What changed in the hour before the alarm, and how the same alarm was handled before. */
export function CauseParts({ alarmId }: { alarmId: number }) {
  const t = useT();
  const query = useQuery(alarmCausesQuery(alarmId));
  return (
    <>
      <Section title={t('causeView.title')} note={t('causeView.beforeAlarm')}>
        <Loaded query={query} failedTitle={t('causeView.loadFailed')} lines={3}>
          {(causes) => <CauseList causes={causes} isOfAlarm />}
        </Loaded>
      </Section>
      {query.data && (
        <Section title={t('causeView.recall')} note={String(query.data.recallList.length)}>
          <RecallList list={query.data.recallList} />
        </Section>
      )}
    </>
  );
}
