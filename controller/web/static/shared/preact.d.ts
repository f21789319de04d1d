/* The part of Preact that the pages use, and the attributes of our elements. */

/** Whatever can stand inside an element. */
export type Child = VNode | string | number | boolean | null | undefined | Child[];

/** A virtual element. */
export interface VNode {
  type: unknown;
  key: unknown;
  props: { children?: Child; "data-target"?: string; look?: { "aria-label"?: string } };
}

export type Style = Record<string, string | number | null | undefined>;

type Value = string | number | boolean | null | undefined;
/** An event whose listener knows the element that it listens to. */
export type Heard<Of extends Element, Kind> = Omit<Kind, "currentTarget"> & { currentTarget: Of };
type Listeners<Of extends Element> = {
  [Kind in keyof GlobalEventHandlersEventMap as `on${Kind}`]?:
    ((event: Heard<Of, GlobalEventHandlersEventMap[Kind]>) => unknown) | null;
};
export type Attributes<Of extends Element = Element> = Listeners<Of> & {
  key?: string | number | null;
  style?: Style;
  ref?: (element: Of | null) => void;
  [name: string]: Value | Style | ((given: never) => unknown);
};

/** Make an HTML element, or a part of the page with a state of its own. */
export interface MakeHtml {
  <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes?: Attributes<HTMLElementTagNameMap[Tag]> | null,
    ...children: Child[]
  ): VNode;
  <Props>(part: new (props: Props) => Component<Props>, props: Props, ...children: Child[]): VNode;
}

/** Make an SVG element. */
export type MakeSvg = <Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes?: Attributes<SVGElementTagNameMap[Tag]> | null,
  ...children: Child[]
) => VNode;

export const h: MakeHtml & MakeSvg & ((part: typeof Fragment, attributes: null, ...children: Child[]) => VNode);
export const Fragment: unique symbol;
export const options: { debounceRendering?: (update: () => void) => void };
export function render(node: VNode, into: Element): void;
export class Component<Props> {
  constructor(props: Props);
  props: Props;
  base: Element;
  forceUpdate(): void;
}
