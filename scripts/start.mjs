// `npm start`: installs what is missing, starts the server on Node 24 and builds the page meanwhile. Nothing else to know.
import { build, install } from './setup.mjs'
import { endWithParent, serve } from './serve.mjs'

endWithParent()
await install()
const { pageBuilt } = serve({ building: true })
await build()
pageBuilt()
