export interface QueueBounds {
  readonly entries: number;
  readonly weight: number;
}

export interface FairQueueOptions {
  readonly inAll: QueueBounds;
  readonly perCluster: QueueBounds;
  /** How much a cluster may add to a group before it is the turn of the next cluster. */
  readonly turnWeight: number;
}

interface Entry<Item> {
  readonly item: Item;
  readonly weight: number;
}

class Line<Item> {
  readonly entries: Entry<Item>[] = [];
  weight = 0;
}

/**
 * A queue in order within a cluster and in turns between clusters: a long backlog delays no other cluster.
 */
export class FairQueue<Item> {
  readonly #options: FairQueueOptions;
  /** In the order of the turns. */
  readonly #lines = new Map<number, Line<Item>>();
  #entries = 0;
  #weight = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get entries(): number {
    return this.#entries;
  }

  get weight(): number {
    return this.#weight;
  }

  /** Returns false when the queue is full. An empty queue of a cluster accepts an item of any weight. */
  add(hostId: number, item: Item, weight: number): boolean {
    const { inAll, perCluster } = this.#options;
    const line = this.#lines.get(hostId) ?? new Line<Item>();
    if (this.#entries > 0 && !fits(this.#entries, this.#weight, weight, inAll)) return false;
    if (line.entries.length > 0 && !fits(line.entries.length, line.weight, weight, perCluster)) return false;
    line.entries.push({ item, weight });
    line.weight += weight;
    this.#lines.set(hostId, line);
    this.#entries++;
    this.#weight += weight;
    return true;
  }

  /** Takes items until `maxWeight` is reached, at least one. */
  take(maxWeight: number): Item[] {
    const taken: Item[] = [];
    let weight = 0;
    while (this.#lines.size > 0 && (taken.length === 0 || weight < maxWeight)) {
      for (const [hostId, line] of [...this.#lines]) {
        weight += this.#turn(line, taken);
        // The line moves to the end of the order, or out of it when it is empty.
        this.#lines.delete(hostId);
        if (line.entries.length > 0) this.#lines.set(hostId, line);
        if (weight >= maxWeight) break;
      }
    }
    return taken;
  }

  #turn(line: Line<Item>, taken: Item[]): number {
    let count = 0;
    let weight = 0;
    for (const entry of line.entries) {
      if (count > 0 && weight + entry.weight > this.#options.turnWeight) break;
      taken.push(entry.item);
      weight += entry.weight;
      count++;
    }
    line.entries.splice(0, count);
    line.weight -= weight;
    this.#entries -= count;
    this.#weight -= weight;
    return weight;
  }
}

function fits(entries: number, weight: number, added: number, bounds: QueueBounds): boolean {
  return entries < bounds.entries && weight + added <= bounds.weight;
}
