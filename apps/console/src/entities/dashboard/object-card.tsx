import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import { Chip } from '@gwanje/ui/chip';
import { useTimeout } from '@mantine/hooks';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { infoQuery } from '#entities/inventory/info-queries.ts';
import { summaryQuery } from './dashboard-queries.ts';
import { type Card, type CardContext, clusterCard, containerCard, nodeCard, podCard } from './model/card.ts';
import classes from './object-card.module.css';

/** The delay before the request, so that a passing pointer sends none. */
const DELAY_MS = 150;

interface ObjectCardProps {
  readonly objectType: ObjectType;
  readonly id: number;
  readonly name: string;
  readonly monResult: number;
  /** Label and value of the figure that the map is sorted by. */
  readonly sortValue: { readonly label: string; readonly text: string };
}

/** Shows name, state and sort value from the map's data, and loads the details when the pointer stays. */
export function ObjectCard({ objectType, id, name, monResult, sortValue }: ObjectCardProps) {
  const { t, language } = useTexts();
  const state: MonResult | undefined = monResults[monResult];
  const appearance = state && monResultAppearance(state, { t, language });
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <bdi className={classes.name}>{name}</bdi>
        {appearance && <Chip {...appearance} />}
      </div>
      <Fragment key={`${objectType}:${id}`}>{details[objectType]({ id, sortValue })}</Fragment>
    </div>
  );
}

type DetailsProps = Pick<ObjectCardProps, 'id' | 'sortValue'>;

/** The card of each object type: its query, and the lines made from the response. */
const details: Record<ObjectType, (props: DetailsProps) => ReactNode> = {
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
