import type { DutyNow } from '@gwanje/contract/duty/duty-calendar';
import { useQuery } from '@tanstack/react-query';
import { useOpener } from '#components/floating/use-opener.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import { dutyNowQuery } from '#entities/duty/duty-queries.ts';
import { HeaderControl } from '../header-control.tsx';
import classes from './duty-now.module.css';

type Rota = DutyNow['rotaList'][number];

/** Another user may have changed a rota. */
const LONGEST_MS = 300_000;
const SHORTEST_MS = 5_000;

async function loadPanel() {
  const [{ FloatingPanel }, { DutyPanel }] = await Promise.all([
    import('#components/floating/floating-panel.tsx'),
    import('./duty-panel.tsx'),
  ]);
  return { FloatingPanel, DutyPanel };
}

/** Who is on duty now in the selected groups. Asks again when a shift ends. Absent without a rota. */
export function DutyNowControl() {
  const hasGroups = useGroups(({ selectedSubGroupIds }) => selectedSubGroupIds.length > 0);
  return hasGroups ? <Control /> : null;
}

function Control() {
  const t = useT();
  const pollMs = usePollMs();
  const { data } = useQuery({
    ...dutyNowQuery,
    refetchInterval: ({ state }) => pollMs(untilChangeMs(state.data)),
  });
  const { button, opened, close } = useOpener('dialog', loadPanel);
  if (!data || data.rotaList.length === 0) return null;

  const { shown, label, title, hasGap } = dutyTexts(data, t);
  return (
    <>
      <HeaderControl
        {...button}
        icon={hasGap ? 'mdi-account-alert-outline' : 'mdi-headset'}
        text={shown}
        // Contains the visible text, so that it can be spoken to press the button.
        aria-label={label}
        title={title}
        isLimited
      />
      {opened && (
        <opened.parts.FloatingPanel
          {...opened.floating}
          position="bottom-end"
          width={360}
          className={classes.panel}
          label={t('header.dutyTitle')}
        >
          <opened.parts.DutyPanel duty={data} onLeave={close} />
        </opened.parts.FloatingPanel>
      )}
    </>
  );
}

/** All names in one sentence, for the menu of a telephone, which has no room for the control. Null without a rota. */
export function useDutyText(): string | null {
  const t = useT();
  // The control is rendered on a telephone too, and asks.
  const { data } = useQuery({ ...dutyNowQuery, enabled: false });
  return data && data.rotaList.length > 0 ? dutyTexts(data, t).title : null;
}

function dutyTexts({ rotaList }: DutyNow, t: Translate) {
  const gapCnt = rotaList.filter(({ gap }) => gap !== null).length;
  const names = [...new Set(rotaList.flatMap(namesOnDuty))];
  const [first, second] = names;
  const shown =
    first === undefined
      ? t('header.dutyNobody')
      : names.length > 2
        ? t('header.dutyMore', { first, more: names.length - 1 })
        : [first, second].filter(Boolean).join(' · ');
  const textOf = (people: string) =>
    gapCnt > 0 && first !== undefined
      ? t('header.dutyWithGap', { names: people, cnt: gapCnt })
      : t('header.dutyOf', { names: people });
  return { shown, label: textOf(shown), title: textOf(names.join(', ') || shown), hasGap: gapCnt > 0 };
}

function untilChangeMs(data: DutyNow | undefined): number {
  if (!data?.changesAt) return LONGEST_MS;
  const leftMs = Date.parse(data.changesAt) - Date.parse(data.serverTime) + 1_000;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, leftMs));
}

/** First persons before second ones. Nobody while the people of the shift cannot be on duty. */
function namesOnDuty({ currentList, personList, gap }: Rota): string[] {
  if (gap !== null) return [];
  const people = currentList.flatMap((shift) => shift.personList);
  return people
    .toSorted((a, b) => Number(a.position === 'second') - Number(b.position === 'second'))
    .flatMap(({ userNo }) => personList.find((one) => one.userNo === userNo)?.name ?? []);
}
