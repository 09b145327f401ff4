import { type Box, boxOfSlot, type Geometry, placeGroups, slotAt } from './layout/geometry.ts';
import { type Frame, fitLayout, type GroupLayout, keepLayout } from './layout/group-layout.ts';
import { type Arrangement, arrange, groupSizes, indexOfId, type TileData } from './layout/tile-data.ts';
import { movePoint, type Point, pixelRatioFor } from './layout/viewport.ts';
import { tileSize } from './paint/tile-appearance.ts';
import { type TileColour, tileClassesOf } from './tile-class.ts';

const EMPTY: TileData = {
  ids: [],
  names: [],
  groupOf: [],
  groups: [],
  monResults: [],
  values: [],
  stale: [],
};
const SMALLEST_PITCH_PX = 4;
const MAX_FITTED_PITCH_PX = 48;
/** Wallboards are read from a distance: few objects get larger tiles, at least this many side by side. */
const TILES_ACROSS = 40;
/** How much larger than the largest fitted tiles the user can make tiles. */
const MAX_ZOOM = 1.5;

/** The map's content, positions and sizes, without the screen. Lengths are device pixels unless named. */
export class TileMapModel {
  data = EMPTY;
  colour: TileColour = { by: 'state' };
  arrangement: Arrangement = arrange(EMPTY);
  tileClasses: Uint8Array = new Uint8Array(0);
  pixelRatio = 1;
  frame: Frame = frameOf(0, 0, 1);
  layout: GroupLayout = fitLayout(new Int32Array(0), this.frame);
  geometry: Geometry = placeGroups(this.layout, this.frame, 1, 1);
  /** Increases whenever anything but colours changes. */
  layoutVersion = 0;
  #wantedPitch = 0;
  #cursorId: number | undefined;

  get slotCnt(): number {
    return this.arrangement.indexOfSlot.length;
  }

  /** The groups, tiles and classes at their positions, for painting and for keys. */
  get scene() {
    const { data, layout, geometry, tileClasses } = this;
    return { data, layout, geometry, tileClasses, ...this.arrangement };
  }

  get isZoomed(): boolean {
    return this.geometry.pitch > this.layout.pitch;
  }

  get canZoomIn(): boolean {
    return this.geometry.pitch < this.#largestPitch;
  }

  setData(data: TileData, colour: TileColour): void {
    const sameGroups =
      data.groups.length === this.data.groups.length &&
      data.groups.every((group, place) => group.id === this.data.groups[place]?.id);
    this.data = data;
    this.arrangement = arrange(data);
    this.setColour(colour);
    const sizes = groupSizes(this.arrangement.groupStart);
    this.#layOut((sameGroups && keepLayout(this.layout, sizes, this.frame)) || fitLayout(sizes, this.frame));
  }

  setColour(colour: TileColour): void {
    this.colour = colour;
    this.tileClasses = tileClassesOf(this.data, this.arrangement.indexOfSlot, colour);
  }

  resize(widthPx: number, heightPx: number, devicePixelRatio: number): void {
    const pixelRatio = pixelRatioFor(devicePixelRatio, widthPx, heightPx);
    const frame = frameOf(Math.floor(widthPx * pixelRatio), Math.floor(heightPx * pixelRatio), pixelRatio);
    const isSame =
      frame.width === this.frame.width &&
      frame.height === this.frame.height &&
      pixelRatio === this.pixelRatio &&
      this.layoutVersion > 0;
    if (isSame) return;
    this.#wantedPitch *= pixelRatio / this.pixelRatio;
    this.pixelRatio = pixelRatio;
    this.frame = frame;
    this.#layOut(fitLayout(groupSizes(this.arrangement.groupStart), frame));
  }

  /** Zooms by a factor; returns the new position of a content point. */
  zoomBy(factor: number, anchor: Point): Point {
    const wanted = Math.max(
      this.geometry.pitch - 0.5,
      Math.min(this.#wantedPitch, this.geometry.pitch + 0.49),
    );
    this.#wantedPitch = this.#clampPitch(wanted * factor);
    return this.#place(anchor);
  }

  /** Zooms by one visible step, also for very small tiles. */
  zoomStep(direction: 1 | -1, anchor: Point): Point {
    const { pitch } = this.geometry;
    const factor = direction > 0 ? 1.25 : 0.8;
    const step = direction > 0 ? Math.max(pitch + 1, pitch * factor) : Math.min(pitch - 1, pitch * factor);
    this.#wantedPitch = this.#clampPitch(step);
    return this.#place(anchor);
  }

  /** Zooms to a tile size, within the limits; zero or too small a size shows the whole map. */
  zoomTo(pitch: number): void {
    this.#wantedPitch = this.#clampPitch(pitch);
    this.#place({ x: 0, y: 0 });
  }

  resetZoom(): void {
    this.#wantedPitch = this.layout.pitch;
    this.#place({ x: 0, y: 0 });
  }

  slotAt(x: number, y: number): number {
    return slotAt(this.layout, this.geometry, this.arrangement.groupStart, x, y);
  }

  boxOf(slot: number): Box {
    return boxOfSlot(this.layout, this.geometry, this.arrangement.groupStart, slot);
  }

  indexOf(slot: number): number {
    return this.arrangement.indexOfSlot[slot] ?? -1;
  }

  /** The slot with the keyboard focus. Stored by object id: new data may move or remove the object. */
  get cursorSlot(): number {
    if (this.#cursorId === undefined) return -1;
    const index = indexOfId(this.data.ids, this.#cursorId);
    return index < 0 ? -1 : (this.arrangement.slotOfIndex[index] ?? -1);
  }

  set cursorSlot(slot: number) {
    this.#cursorId = slot < 0 ? undefined : this.data.ids[this.indexOf(slot)];
  }

  get #largestPitch(): number {
    return Math.max(this.layout.pitch, Math.round(MAX_ZOOM * this.frame.maxPitch));
  }

  #clampPitch(pitch: number): number {
    return Math.max(this.layout.pitch, Math.min(pitch, this.#largestPitch));
  }

  #layOut(layout: GroupLayout): void {
    const wasZoomed = this.isZoomed;
    this.layout = layout;
    this.#wantedPitch = wasZoomed ? this.#clampPitch(this.#wantedPitch) : layout.pitch;
    this.geometry = this.#geometryAt(Math.round(this.#wantedPitch));
    this.layoutVersion++;
  }

  #place(anchor: Point): Point {
    const pitch = Math.round(this.#wantedPitch);
    if (pitch === this.geometry.pitch) return anchor;
    const before = this.geometry;
    this.geometry = this.#geometryAt(pitch);
    this.layoutVersion++;
    return movePoint(this.layout, before, this.geometry, anchor);
  }

  #geometryAt(pitch: number): Geometry {
    return placeGroups(this.layout, this.frame, pitch, tileSize(pitch, this.pixelRatio));
  }
}

function frameOf(width: number, height: number, pixelRatio: number): Frame {
  const device = (px: number) => Math.round(px * pixelRatio);
  return {
    width,
    height,
    padding: device(12),
    headerHeight: device(24),
    groupGapX: device(16),
    groupGapY: device(6),
    minGroupWidth: device(108),
    minPitch: device(SMALLEST_PITCH_PX),
    maxPitch: Math.max(device(MAX_FITTED_PITCH_PX), Math.floor(width / TILES_ACROSS)),
  };
}
