import { VIEW_OPTION_MAX_BYTES, VIEW_OPTION_MAX_TYPES } from '@gwanje/contract/dashboard/view-options';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { AppError } from '@gwanje/contract/definition/errors';
import { onlyBoards } from '@gwanje/domain/dashboard/options';
import type { Routes } from '../../platform/http/call.ts';
import * as repository from './view-option-repository.ts';

/** View options are private: no other user reads them, and they are not audited. */
export const viewOptionRoutes = {
  async getViewOption({ db, user, wallboard, params }) {
    if (wallboard && params.type !== BOARDS_TYPE)
      throw new AppError('noPermission', { field: 'type', reason: 'wallboard' });
    const row = await repository.findViewOption(db, user.userNo, params.type);
    const saved: Record<string, unknown> = row?.value ?? {};
    const viewOption = wallboard ? { ...onlyBoards(saved, wallboard.boardIds) } : saved;
    return {
      type: params.type,
      viewOption,
      updatedAt: row?.updatedAt.toISOString() ?? null,
    };
  },
  async saveViewOption({ db, user, params, query, body, now }) {
    const value = JSON.stringify(body);
    if (Buffer.byteLength(value) > VIEW_OPTION_MAX_BYTES)
      throw new AppError('tooLarge', { maxBytes: VIEW_OPTION_MAX_BYTES });
    const others = await repository.countViewOptions(db, user.userNo, params.type);
    if (others >= VIEW_OPTION_MAX_TYPES) throw new AppError('tooLarge', { reason: 'too many view options' });
    const option = { userNo: user.userNo, type: params.type, value, updatedAt: now };
    const updatedAt = await repository.saveViewOption(db, option, expectedFrom(query.ifUpdatedAt));
    if (!updatedAt) throw new AppError('conflict', { field: 'ifUpdatedAt', reason: 'changedMeanwhile' });
    return { updatedAt: updatedAt.toISOString() };
  },
  async deleteViewOption({ db, user, params }) {
    await repository.deleteViewOption(db, user.userNo, params.type);
  },
} satisfies Routes;

/** Null: no stored version; undefined: any version. */
function expectedFrom(ifUpdatedAt: string | undefined): Date | null | undefined {
  if (ifUpdatedAt === undefined) return undefined;
  return ifUpdatedAt === 'none' ? null : new Date(ifUpdatedAt);
}
