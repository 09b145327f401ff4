import { BoardId } from '@gwanje/contract/wallboards';

interface NamedBoard {
  readonly id: string;
  readonly name: string;
}

type ViewOption = Readonly<Record<string, unknown>>;

/** What a person has kept may be of any shape: what is no board is none. */
export function namedBoards(viewOption: ViewOption | undefined): NamedBoard[] {
  return boardsIn(viewOption).map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id }));
}

/** Of what a person has kept, that which a wallboard shows: the chosen boards as they are now, and how fast they turn. */
export function onlyBoards(viewOption: ViewOption | undefined, boardIds: readonly string[]): ViewOption {
  const boards = boardsIn(viewOption).filter(({ id }) => boardIds.includes(id));
  const rotateSeconds = viewOption?.rotateSeconds;
  return { boards, ...(rotateSeconds !== undefined && { rotateSeconds }) };
}

type KeptBoard = ViewOption & { readonly id: string };

function boardsIn(viewOption: ViewOption | undefined): KeptBoard[] {
  const kept = viewOption?.boards;
  return Array.isArray(kept) ? kept.filter(isBoard) : [];
}

function isBoard(value: unknown): value is KeptBoard {
  return typeof value === 'object' && value !== null && 'id' in value && BoardId.safeParse(value.id).success;
}
