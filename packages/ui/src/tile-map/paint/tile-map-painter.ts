import type { View } from '../layout/geometry.ts';
import type { TileMapModel } from '../tile-map-model.ts';
import { namesFit } from './label-text.ts';
import {
  type GroupNotes,
  type LabelCache,
  makeLabelCache,
  paintHeaders,
  paintNames,
} from './paint-labels.ts';
import { type PixelTarget, paintTiles } from './paint-tiles.ts';
import { type Palette, readPalette } from './palette.ts';
import { makeAppearance, type TileAppearance } from './tile-appearance.ts';

/** A zoom goes back and forth over few sizes. */
const CACHED_APPEARANCES = 12;
const NAMES_PER_MOVING_FRAME = 500;

/** Draws a model on a canvas. Caches what frames share: pixels, tile appearances, cut texts, colours. */
export class TileMapPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #style: CSSStyleDeclaration;
  #palette: Palette | undefined;
  #fontFamily = 'sans-serif';
  #image: ImageData | undefined;
  #target: PixelTarget | undefined;
  readonly #appearances = new Map<string, TileAppearance>();
  #labels: LabelCache = makeLabelCache();
  #labelVersion = -1;
  #namesKey = 0;
  #labelledData: unknown;
  groupNotes: GroupNotes = ({ count }) => [String(count)];

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    this.#style = getComputedStyle(canvas);
  }

  /** Called after a change of theme. */
  forgetColours(): void {
    this.#palette = undefined;
    this.#appearances.clear();
  }

  /** Called after a font has loaded or a text has changed. */
  forgetTexts(): void {
    this.#labelVersion = -1;
  }

  /** `isMoving`: another frame follows at once, so surplus names may wait for the last frame. */
  paint(model: TileMapModel, view: View, isMoving = false): void {
    const context = this.#context;
    if (!context || view.width === 0 || view.height === 0) return;
    const palette = this.#colours();
    const { image, target } = this.#pixels(view.width, view.height);
    const { scene } = model;
    paintTiles(target, scene, this.#appearance(palette, model), view.scrollX, view.scrollY);
    context.putImageData(image, 0, 0);
    this.#refreshLabels(model);
    const labels = {
      context,
      scene,
      view,
      palette,
      fontFamily: this.#fontFamily,
      pixelRatio: model.pixelRatio,
      groupNotes: this.groupNotes,
      cache: this.#labels,
    };
    if (!isMoving || namedTileCnt(model, view) <= NAMES_PER_MOVING_FRAME) paintNames(labels);
    paintHeaders(labels);
  }

  #colours(): Palette {
    if (this.#palette) return this.#palette;
    this.#palette = readPalette((variable) => this.#style.getPropertyValue(variable));
    this.#fontFamily = this.#style.fontFamily || 'sans-serif';
    return this.#palette;
  }

  #pixels(width: number, height: number): { readonly image: ImageData; readonly target: PixelTarget } {
    if (this.#image && this.#target?.width === width && this.#target.height === height) {
      return { image: this.#image, target: this.#target };
    }
    // Setting the size clears the canvas, so it happens only together with a paint.
    this.#canvas.width = width;
    this.#canvas.height = height;
    const buffer = new ArrayBuffer(width * height * 4);
    this.#image = new ImageData(new Uint8ClampedArray(buffer), width, height);
    this.#target = { pixels: new Uint32Array(buffer), width, height };
    return { image: this.#image, target: this.#target };
  }

  #appearance(palette: Palette, model: TileMapModel): TileAppearance {
    const { pitch } = model.geometry;
    const key = `${pitch}/${model.pixelRatio}`;
    const known = this.#appearances.get(key);
    if (known) return known;
    if (this.#appearances.size >= CACHED_APPEARANCES) this.#appearances.clear();
    const made = makeAppearance(palette, pitch, model.pixelRatio);
    this.#appearances.set(key, made);
    return made;
  }

  #refreshLabels(model: TileMapModel): void {
    const isSameData = model.data === this.#labelledData && this.#labelVersion >= 0;
    if (isSameData && model.layoutVersion === this.#labelVersion) return;
    const room = namesFit(model.geometry.tile, model.pixelRatio);
    const namesKey = room ? room.unitsPerLine * 100 + room.lineCnt : 0;
    const keepsNames = isSameData && namesKey === this.#namesKey;
    this.#labels = { ...makeLabelCache(), ...(keepsNames && { names: this.#labels.names }) };
    this.#namesKey = namesKey;
    this.#labelVersion = model.layoutVersion;
    this.#labelledData = model.data;
  }
}

function namedTileCnt(model: TileMapModel, view: View): number {
  if (!namesFit(model.geometry.tile, model.pixelRatio)) return 0;
  return Math.min(model.slotCnt, (view.width * view.height) / model.geometry.pitch ** 2);
}
