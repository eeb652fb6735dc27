/** Pages for somebody without an account: below each stands where the source of the program is. */
import { Outlet } from 'react-router'
import './public.css'

export const Outside = () => (
  <>
    <Outlet />
    <footer className="zyt-outside-foot">
      <a href="/source" target="_blank" rel="noreferrer">
        源代码与许可
      </a>
    </footer>
  </>
)
