import type { Db } from '@gwanje/backend/database/schema';

export interface Lossy {
  readonly db: Db;
  /** The next transaction is committed, but its connection breaks before the answer. */
  loseNext(): void;
  /** The connection breaks before the next transaction begins. */
  refuseNext(): void;
}

/** The same database over a connection that may break. */
export function losingAnswers(real: Db): Lossy {
  let fault: 'none' | 'answer' | 'request' = 'none';
  const broken = () => {
    fault = 'none';
    return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  const transaction = () => {
    const builder = real.transaction();
    return new Proxy(builder, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name, target);
        return async (...args: Parameters<typeof builder.execute>) => {
          if (fault === 'request') throw broken();
          const answer = await target.execute(...args);
          if (fault === 'answer') throw broken();
          return answer;
        };
      },
    });
  };
  const db = new Proxy(real, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db,
    loseNext() {
      fault = 'answer';
    },
    refuseNext() {
      fault = 'request';
    },
  };
}
