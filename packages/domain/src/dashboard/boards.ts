import { BoardId } from '@gwanje/contract/dashboard/wallboards';

type ViewOption = Readonly<Record<string, unknown>>;

/** The stored view option may have any shape. Entries that are not boards are ignored. */
export function namedBoards(viewOption: ViewOption | undefined) {
  return boardsIn(viewOption).map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id }));
}

/** The part of a user's view option that a wallboard shows: the selected boards and the rotation interval. */
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
