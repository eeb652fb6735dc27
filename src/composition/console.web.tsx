/** The console behind the login: every module's definitions and components, loaded as one lazy part of the browser program. */
import { setRegistry } from '#kit/ui/screen/registry.web.ts'
import { ConsoleFrame } from '#shell/console-frame.web.tsx'
import { modules } from '../modules.ts'
import { webModules } from '../modules.web.ts'
import { workMenu } from '../work-menu.ts'

setRegistry(modules, webModules)

export default function Console() {
  return <ConsoleFrame work={workMenu} />
}
