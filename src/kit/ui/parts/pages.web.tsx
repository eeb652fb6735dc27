/** Turning pages. The library's arrows are pictures without words; here they have them. */
import { cloneElement, isValidElement, type AriaAttributes, type ReactNode } from 'react'
import { Pagination, type PaginationProps } from 'antd'

const NAMES: Record<string, string> = { prev: '上一页', next: '下一页' }

function named(_page: number, type: string, drawn: ReactNode): ReactNode {
  const name = NAMES[type]
  return name && isValidElement<AriaAttributes>(drawn) ? cloneElement(drawn, { 'aria-label': name }) : drawn
}

export function Pages(props: PaginationProps) {
  return <Pagination itemRender={named} {...props} />
}
