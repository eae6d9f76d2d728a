import { Handle, type Node, type NodeProps, Position, useInternalNode } from "@xyflow/react";
import { Avatar } from "../avatar.tsx";
import styles from "./feelings.module.css";

/** Names are placed on the outer side, away from the arrows. */
export type PersonNode = Node<
  { readonly name: string; readonly above: boolean; readonly radius: number },
  "person"
>;

export function Person({ id, data }: NodeProps<PersonNode>) {
  return (
    <div
      className={styles.node}
      data-above={data.above || undefined}
      data-small={data.radius < 28 || undefined}
    >
      <Handle
        type="target"
        position={Position.Top}
        isConnectable={false}
        className={styles.handle ?? ""}
      />
      <Avatar id={id} size={data.radius < 28 ? "md" : "lg"} />
      <span dir="auto" title={data.name}>
        {data.name}
      </span>
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        className={styles.handle ?? ""}
      />
    </div>
  );
}

interface ArrowPath {
  readonly path: string;
  readonly label: { readonly x: number; readonly y: number };
}

/** Padding around a face. */
const facePadding = 6;

/** A curved edge between two faces, bent to its own side, with the position of its label. */
export function useArrowPath(source: string, target: string): ArrowPath | undefined {
  const [from, to] = [useFace(source), useFace(target)];
  if (from === undefined || to === undefined) return undefined;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const bend = Math.min(38, far * 0.22);
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const findRim = (face: Face, gap: number) => {
    const way = Math.hypot(middle.x - face.x, middle.y - face.y) || 1;
    const far = face.radius + gap;
    return {
      x: face.x + ((middle.x - face.x) / way) * far,
      y: face.y + ((middle.y - face.y) / way) * far,
    };
  };
  const [start, end] = [findRim(from, facePadding), findRim(to, facePadding + 4)];
  const label = {
    x: (start.x + 2 * middle.x + end.x) / 4,
    y: (start.y + 2 * middle.y + end.y) / 4,
  };
  return { path: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`, label };
}

interface Face {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The centre of a face. */
function useFace(id: string): Face | undefined {
  const node = useInternalNode(id);
  if (node === undefined) return undefined;
  const { x, y } = node.internals.positionAbsolute;
  const { above, radius } = node.data as PersonNode["data"];
  const { width = 0, height = 2 * radius } = node.measured;
  return { x: x + width / 2, y: above ? y + height - radius : y + radius, radius };
}

/** A static graph that fits its container. */
export const staticGraph = {
  fitView: true,
  fitViewOptions: { padding: 0.12 },
  minZoom: 0.3,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  zoomOnScroll: false,
  preventScrolling: false,
  deleteKeyCode: null,
  proOptions: { hideAttribution: true },
} as const;
