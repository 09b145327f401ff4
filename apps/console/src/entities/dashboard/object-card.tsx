import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { formatCountOf } from '@gwanje/domain/formats/numbers';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { useTimeout } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useLanguage, useTexts } from '#core/i18n/i18n.ts';
import { infoQuery } from '#entities/inventory/info-queries.ts';
import { summaryQuery } from './dashboard-queries.ts';
import {
  type Card,
  type CardContext,
  clusterCard,
  containerCard,
  namespaceCard,
  nodeCard,
  podCard,
  workloadCard,
} from './model/card.ts';
import type { Members, TileKind } from './model/group-tiles.ts';
import classes from './object-card.module.css';

/** The delay before the request, so that a passing pointer sends none. */
const DELAY_MS = 150;

interface ObjectCardProps {
  readonly kind: TileKind;
  /** Negative: the group has no page, so there is nothing to load. */
  readonly id: number;
  readonly name: string;
  readonly monResult: number;
  /** Label and value of the figure that the map is sorted by. */
  readonly sortValue: { readonly label: string; readonly text: string };
  /** The objects of a group. */
  readonly members: (Members & { readonly objectType: ObjectType }) | undefined;
}

/** Shows name, state and sort value from the map's data, and loads the details when the pointer stays. */
export function ObjectCard({ kind, id, name, monResult, sortValue, members }: ObjectCardProps) {
  const { t, language } = useTexts();
  const state: MonResult | undefined = monResults[monResult];
  const appearance = state && monResultAppearance(state, { t, language });
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <bdi className={classes.name}>{name}</bdi>
        {appearance && <Chip {...appearance} />}
      </div>
      {members && <MemberLines {...members} />}
      {id > 0 && <Fragment key={`${kind}:${id}`}>{details[kind]({ id, sortValue })}</Fragment>}
    </div>
  );
}

/** How many objects a group has, and how many of them in each state. */
function MemberLines({ objectType, cnt, states }: NonNullable<ObjectCardProps['members']>) {
  const language = useLanguage();
  const name = labelOf(objectTypeKey(objectType), language);
  return (
    <dl className={classes.lines}>
      <div className={classes.line}>
        <dt>{name}</dt>
        <dd>{formatCountOf('object', cnt, language)}</dd>
      </div>
      {monResults.map((state, index) =>
        states[index] ? (
          <div key={state} className={classes.line}>
            <dt>{labelOf(monResultKey(state), language)}</dt>
            <dd className={state === 'critical' || state === 'warning' ? classes.warning : undefined}>
              {formatCountOf('object', states[index], language)}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

type DetailsProps = Pick<ObjectCardProps, 'id' | 'sortValue'>;

/** The card of each kind: its query, and the lines made from the response. */
const details: Record<TileKind, (props: DetailsProps) => ReactNode> = {
  namespace: (props) => (
    <Details {...props} queryOf={(id) => infoQuery('namespace', id)} cardOf={namespaceCard} />
  ),
  workload: (props) => (
    <Details {...props} queryOf={(id) => infoQuery('workload', id)} cardOf={workloadCard} />
  ),
  pod: (props) => <Details {...props} queryOf={(id) => infoQuery('pod', id)} cardOf={podCard} />,
  node: (props) => <Details {...props} queryOf={(id) => infoQuery('node', id)} cardOf={nodeCard} />,
  container: (props) => (
    <Details {...props} queryOf={(id) => infoQuery('container', id)} cardOf={containerCard} />
  ),
  // A cluster has no info call. Its summary has all that its card shows.
  cluster: (props) => (
    <Details
      {...props}
      queryOf={(id) => summaryQuery({ isAllCluster: false, clusterList: [id] })}
      cardOf={({ platformList, serverTime }, context) => {
        const cluster = platformList.find(({ hostId }) => hostId === props.id);
        return cluster && clusterCard(cluster, serverTime, context);
      }}
    />
  ),
};

interface CardSource<Info> {
  readonly queryOf: (id: number) => UseQueryOptions<Info>;
  readonly cardOf: (info: Info, context: CardContext) => Card | undefined;
}

function Details<Info>({ id, sortValue, queryOf, cardOf }: DetailsProps & CardSource<Info>) {
  const { t, language } = useTexts();
  const [isDue, setIsDue] = useState(false);
  useTimeout(() => setIsDue(true), DELAY_MS, { autoInvoke: true });
  const { data, dataUpdatedAt, isError } = useQuery({ ...queryOf(id), enabled: isDue });
  const sinceAnswerMs = dataUpdatedAt === 0 ? 0 : Date.now() - dataUpdatedAt;
  const card = data && cardOf(data, { t, language, sinceAnswerMs });
  if (!card)
    return (
      <>
        <dl className={classes.lines}>
          <dt>{sortValue.label}</dt>
          <dd>{sortValue.text}</dd>
        </dl>
        <p className={classes.place}>
          {t(isError || data ? 'dashboard.cardFailed' : 'dashboard.cardLoading')}
        </p>
      </>
    );
  return (
    <>
      {card.place.length > 0 && (
        <p className={classes.place}>
          {card.place.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
            <bdi key={index}>{index === 0 ? part : ` / ${part}`}</bdi>
          ))}
        </p>
      )}
      <dl className={classes.lines}>
        {card.lines.map(({ label, value, isWarning }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd className={isWarning ? classes.warning : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
