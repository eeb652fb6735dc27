/** An entry of the menu: a page, a heading over others, or several pages that stand as tabs beside each other. */
export interface MenuNode {
  code: string
  title: string
  icon: string | null
  /** Null for a heading. */
  path: string | null
  children: MenuNode[]
  /** Of an entry of several pages: each of them, the first being the one that opens. */
  tabs?: readonly MenuNode[]
}
