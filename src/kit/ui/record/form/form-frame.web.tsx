/**
 * The frame of all forms: labels above. The library's form hands its items a new context whenever it is drawn, and draws all of them with
 * it; here it is drawn once, and what is inside comes through a context of our own.
 */
import { createContext, memo, use, type ReactNode } from 'react'
import { Form } from 'antd'

const Inside = createContext<ReactNode>(null)

export function FormFrame({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return (
    <Inside value={children}>
      <Frame disabled={disabled} />
    </Inside>
  )
}

const Frame = memo(function Frame({ disabled }: { disabled?: boolean | undefined }) {
  return (
    <Form layout="vertical" component={false} disabled={disabled}>
      <Outlet />
    </Form>
  )
})

const Outlet = (): ReactNode => use(Inside)
