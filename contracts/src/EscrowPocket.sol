// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Holds one trade's deposit at an address that is known before it exists. It obeys the hub that made it, and keeps nothing else.
contract EscrowPocket {
    using SafeERC20 for IERC20;

    address private immutable HUB = msg.sender;

    error OnlyHub();

    /// Pays each leg. A transfer that fails does not undo the others: bit i of `failed` stands for leg i. One that says it worked
    /// and took nothing from here has failed.
    function pay(IERC20 token, address[3] calldata to, uint256[3] calldata amount) external returns (uint256 failed) {
        if (msg.sender != HUB) revert OnlyHub();
        uint256 balance = token.balanceOf(address(this));
        for (uint256 leg; leg < 3; ++leg) {
            if (amount[leg] == 0) continue;
            bool isSent = token.trySafeTransfer(to[leg], amount[leg]);
            uint256 left = token.balanceOf(address(this));
            if (!isSent || left >= balance) failed |= 1 << leg;
            balance = left;
        }
    }

    function payNative(address to, uint256 amount) external returns (bool isPaid) {
        if (msg.sender != HUB) revert OnlyHub();
        (isPaid, ) = to.call{value: amount}("");
    }
}
