/** What empties a box of text: `allowClear` of an `Input`. The library's own cross has no words. */
import { CloseCircleFilled } from '@ant-design/icons'

export const CLEAR = { clearIcon: <CloseCircleFilled aria-label="清除" /> }
