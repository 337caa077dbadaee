"""Every sentence that players read, in their language and in the terms of the edition."""
